"""The games in the form of other frameworks; each module needs the framework it is named after."""
