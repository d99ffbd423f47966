"""The command line `fairmed`: one module per command group, each thin over the services."""
