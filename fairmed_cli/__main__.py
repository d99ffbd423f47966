"""Run as `python -m fairmed_cli`."""

from fairmed_cli.main import main

main()
