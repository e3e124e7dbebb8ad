const scripts =
  /<(?:[\w-]+:)?(?:script|foreignObject|image|feImage|iframe|a|set|animate\w*|handler|listener)[\s>/]|<!(?!--)|<\?(?!xml\s)|\son\w+\s*=|href\s*=\s*(?:["']\s*)?[^#"'\s]|url\(\s*(?:["']\s*)?[^#"'\s]|\\|@(?:import|font-face)|javascript:/i;

/** Whether an SVG contains a script or refers to something outside of it, however that is written. */
export function isForeignSvg(svg: string): boolean {
  const read = svg.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  return scripts.test(read);
}
