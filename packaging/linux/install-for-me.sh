#!/bin/sh
# Puts FairMed into your own menu and makes study packs (.fmpack), receipts (.fmreceipt), moved work (.fmmove)
# and registries (.fmreg) open in it.
# Nothing outside your home folder is touched and no administrator is needed.
#
#   ./install-for-me.sh             after unpacking, and again whenever this folder was moved
#   ./install-for-me.sh --remove    takes it out again; your studies and your key stay
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/fairmed-adjudicator.desktop
types=$data/mime/packages/fairmed.xml

refresh() {
    # Each is a courtesy of the desktop; where one is missing, the next login does its work.
    if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
    if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi
    if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -qtf "$data/icons/hicolor"; fi
}

mkdir -p "$data/applications" "$data/mime/packages" "$data/icons/hicolor"
if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$types"
    find "$data/icons/hicolor" -name 'fairmed-adjudicator.*' -exec rm -f {} +
    refresh
    echo "FairMed is out of your menu. Your studies and your key are where they were."
    exit 0
fi
case $here in *%*)
    echo "A desktop cannot start a program from a folder with % in its name. Move this folder: $here" >&2
    exit 2 ;;
esac
# The Exec key wants the path in quotes, these signs escaped for the quotes and again for the file.
FAIRMED_EXEC=$(printf '%s' "$here/fairmed-adjudicator" |
    sed -e 's/\\/\\\\\\\\/g' -e 's/[`$"]/\\\\&/g')
export FAIRMED_EXEC
awk '/^Exec=/ { print "Exec=\"" ENVIRON["FAIRMED_EXEC"] "\" %f"; next } { print }' \
    "$here/share/fairmed-adjudicator.desktop" > "$entry"
cp "$here/share/fairmed.xml" "$types"
cp -R "$here/share/icons/hicolor/." "$data/icons/hicolor/"
refresh
echo "FairMed is in your menu, and study packs open with a double click."
