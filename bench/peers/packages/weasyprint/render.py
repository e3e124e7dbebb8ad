"""Renders pages to PDF with WeasyPrint. Reads from each line of standard input the paths of HTML files, separated by spaces, and
prints the seconds that their PDFs took."""

import sys
import time

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

# One configuration for all documents, as its notes on performance advise.
fonts = FontConfiguration()
print("ready", flush=True)
for line in sys.stdin:
    began = time.perf_counter()
    for path in line.split():
        HTML(filename=path).write_pdf(path + ".pdf", font_config=fonts)
    print(time.perf_counter() - began, flush=True)
