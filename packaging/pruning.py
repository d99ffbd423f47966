"""What stays out of the built program, and why; used by the recipe alone.

Modules are never looked for; files are dropped from what was collected. A build that dropped too
much fails its smoke test.
"""

from fnmatch import fnmatch

# Never imported by the program. Some are reached through an "if installed" of a library.
MODULES = (
    # for developers
    *("IPython", "_pytest", "pytest", "hypothesis", "mypy", "setuptools", "pkg_resources", "pip"),
    *("pandas.tests", "pyarrow.tests", "matplotlib.tests", "lib2to3", "pydoc_data"),
    # other toolkits and drawing backends: figures are written to files, never shown in a window
    *("tkinter", "PyQt5", "PyQt6", "PySide2", "wx", "gi", "cairo", "tornado", "PIL.ImageTk"),
    *("matplotlib.backends.backend_qt", "matplotlib.backends.backend_qtagg", "PIL.ImageQt"),
    *("matplotlib.backends.qt_compat", "matplotlib.backends.backend_webagg"),
    # Qt: Core, Gui, Widgets, Network (one window), Svg and Pdf are all that is used
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtDataVisualization"),
    *("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest", "PySide6.QtMultimedia"),
    *("PySide6.QtWebEngineCore", "PySide6.QtWebEngineWidgets", "PySide6.Qt3DCore"),
    # Arrow: 104 MB for one format of an analyst's files; she is told to use CSV or JSON instead
    "pyarrow",
    # the parts of SciPy that no number of ours comes from
    *("scipy.stats", "scipy.signal", "scipy.ndimage", "scipy.interpolate", "scipy.integrate"),
    *("scipy.io", "scipy.cluster", "scipy.odr", "scipy.fftpack", "scipy.differentiate"),
    # databases other than SQLite; the larger half of an XML library
    *("sqlalchemy.dialects.mysql", "sqlalchemy.dialects.oracle", "sqlalchemy.dialects.mssql"),
    *("sqlalchemy.dialects.postgresql", "MySQLdb", "psycopg2"),
    *("lxml.objectify", "lxml.html", "lxml.isoschematron"),
    # formats of pictures that no document of ours holds
    *("PIL._avif", "PIL._webp", "PIL.AvifImagePlugin", "PIL.WebPImagePlugin"),
)

# Collected files that nothing asks for at run time, by their place in the folder.
FILES = (
    # Qt's parts that are not used, and plugins for screens without a desktop
    *("*Qt6Qml*", "*Qt6Quick*", "*Qt6VirtualKeyboard*", "*Qt6WebEngine*", "*Qt63D*"),
    *("*Qt6Multimedia*", "*Qt6DataVisualization*", "*Qt6OpenGLWidgets*", "*Qt6EglF*"),
    *("*/plugins/platforminputcontexts/*virtualkeyboard*", "*/plugins/virtualkeyboard/*"),
    *("*/plugins/networkinformation/*", "*/plugins/tls/*", "*/plugins/egldeviceintegrations/*"),
    *("*/plugins/platforms/*eglfs*", "*/plugins/platforms/*linuxfb*", "*/plugins/platforms/*vnc*"),
    *("*/plugins/platforms/*vkkhrdisplay*", "*/plugins/platforms/*minimal*"),
    *("*/plugins/generic/*", "*/plugins/imageformats/*pdf*", "*/plugins/imageformats/*tga*"),
    *("*/plugins/imageformats/*tiff*", "*/plugins/imageformats/*wbmp*"),
    *("*/plugins/imageformats/*icns*", "*/plugins/imageformats/*webp*", "*/Qt/qml/*"),
    # the plugin that borrows GTK's look, and what it alone brings along
    *("*/plugins/platformthemes/*gtk*", "*libgtk-3*", "*libgdk*", "*libatk*", "*libatspi*"),
    *("*libcairo*", "*libpango*", "*libepoxy*", "*libpixman*", "*libthai*", "*libdatrie*"),
    *("/libharfbuzz.so.0", "*libgraphite2*", "*libfribidi*", "*libXcomposite*", "*libXcursor*"),
    *("*libXdamage*", "*libXinerama*", "*libXrandr*"),
    # pictures: what _avif and _webp alone link to
    *("*/libavif-*", "*/libwebp*", "*/libsharpyuv*"),
    # examples, tests, sources, and fonts that no figure uses
    *("*/tests/*", "*/mpl-data/sample_data/*", "*/mpl-data/images/*", "*/mpl-data/fonts/afm/*"),
    *("*/mpl-data/fonts/pdfcorefonts/*", "*/mpl-data/plot_directive/*", "*.pyi", "*.c", "*.h"),
    *("*/mpl-data/fonts/ttf/STIX*", "*/mpl-data/fonts/ttf/DejaVuSerif*"),
)

# Qt's own words (OK, Cancel), in the languages the program speaks.
LANGUAGES = ("en", "zh_CN", "zh_TW")


def kept(destination: str) -> bool:
    """Whether a collected file goes into the folder."""
    place = "/" + destination.replace("\\", "/")
    if any(fnmatch(place, rule) for rule in FILES):
        return False
    if "/PySide6/" in place and place.endswith(".qm"):
        return any(place.endswith(f"/qtbase_{language}.qm") for language in LANGUAGES)
    return True
