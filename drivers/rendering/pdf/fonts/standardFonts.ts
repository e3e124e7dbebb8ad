import { dirname, join } from 'node:path';

/** Files in the packages @expo-google-fonts/*: static TrueType, one for each weight. */
const files = {
  sans: 'noto-sans/400Regular/NotoSans_400Regular',
  'sans-bold': 'noto-sans/700Bold/NotoSans_700Bold',
  'sans-italic': 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic',
  'sans-bold-italic': 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic',
  serif: 'noto-serif/400Regular/NotoSerif_400Regular',
  'serif-bold': 'noto-serif/700Bold/NotoSerif_700Bold',
  'serif-italic': 'noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic',
  'serif-bold-italic': 'noto-serif/700Bold_Italic/NotoSerif_700Bold_Italic',
  mono: 'noto-sans-mono/400Regular/NotoSansMono_400Regular',
  'mono-bold': 'noto-sans-mono/700Bold/NotoSansMono_700Bold',
  hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular',
  'hebrew-bold': 'noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold',
  arabic: 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular',
  'arabic-bold': 'noto-sans-arabic/700Bold/NotoSansArabic_700Bold',
  symbols: 'noto-sans-symbols/400Regular/NotoSansSymbols_400Regular',
  symbols2: 'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular',
  math: 'noto-sans-math/400Regular/NotoSansMath_400Regular',
  emoji: 'noto-emoji/400Regular/NotoEmoji_400Regular',
} as const satisfies Record<string, string>;

export type FaceName = keyof typeof files;
export const isFace = (name: string): name is FaceName => name in files;

/** Returns the path of a font's file. */
export function fileOf(name: FaceName): string {
  const [packageName = '', ...path] = files[name].split('/');
  const found = pathIn(packageName, path.join('/'));
  if (found === undefined) throw new Error(`the package @expo-google-fonts/${packageName} is missing: run npm install`);
  return found;
}

/** Returns the path of a font in a package of fonts; undefined if the package is not installed. */
export function pathIn(packageName: string, font: string): string | undefined {
  try {
    const folder = dirname(Bun.resolveSync(`@expo-google-fonts/${packageName}/package.json`, import.meta.dir));
    return join(folder, `${font}.ttf`);
  } catch {
    return undefined;
  }
}

/** Returns the paths of all standard fonts. */
export const standardFontFiles = (): string[] => Object.keys(files).filter(isFace).map(fileOf);
