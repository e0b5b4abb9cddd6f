"""The documentation site: docs/ with navigation, search, notebooks and the reference of the Python package. Made by tools/docs."""

project = "Daedalus"
copyright = "the Daedalus developers"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
html_theme = "furo"
html_title = "Daedalus"
nb_execution_mode = "off"  # tests execute the notebooks
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
# Pages link to sources and folders of the repository, which are no pages of the site.
suppress_warnings = ["myst.xref_missing", "myst.header", "toc.not_included", "misc.highlighting_failure"]
