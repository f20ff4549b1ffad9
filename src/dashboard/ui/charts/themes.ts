/** As six hexadecimal digits. */
export interface ThemeColors {
  /** Links, buttons and the edges of bars: readable as text on both backgrounds. */
  readonly accent: string;
  /** Bars behind rows, and selections: text on it is readable. */
  readonly accentSoft: string;
  readonly onAccent: string;
  /** Of the chart's first line, and of a second metric. They also differ in lightness, and the second is dashed. */
  readonly first: string;
  readonly second: string;
}

export interface Theme {
  readonly light: ThemeColors;
  readonly dark: ThemeColors;
}

const light = (accent: string, accentSoft: string, second: string): ThemeColors => ({
  accent,
  accentSoft,
  onAccent: '#ffffff',
  first: accent,
  second,
});

const dark = (accent: string, accentSoft: string, second: string): ThemeColors => ({
  accent,
  accentSoft,
  onAccent: '#0b0e14',
  first: accent,
  second,
});

/** The nine themes of a website's charts. */
export const themes: Readonly<Record<string, Theme>> = {
  default: { light: light('#4f46e5', '#eef0ff', '#a08272'), dark: dark('#949bff', '#23274a', '#807060') },
  ocean: { light: light('#0369a1', '#dceefb', '#cc7a00'), dark: dark('#56c2ff', '#0f344c', '#a5711f') },
  forest: { light: light('#14532d', '#dcf2e3', '#b3802a'), dark: dark('#5fdd8c', '#143a25', '#93713a') },
  sunset: { light: light('#b93e0b', '#fde9de', '#9378d8'), dark: dark('#ffa35c', '#4a2712', '#8466d6') },
  monochrome: { light: light('#27272a', '#ececef', '#8a8a93'), dark: dark('#f4f4f5', '#35353b', '#75757f') },
  vibrant: { light: light('#7e22ce', '#f2e5fd', '#e0640b'), dark: dark('#cfa4ff', '#3d2162', '#c2600f') },
  midnight: { light: light('#1e3a8a', '#e0e7f9', '#7488b8'), dark: dark('#a9c1ff', '#1f2f5c', '#5d73b0') },
  candy: { light: light('#9d174d', '#fce5ef', '#2f95b8'), dark: dark('#ffb0d3', '#521f39', '#2a7fa0') },
  cyber: { light: light('#07605b', '#d5f3ef', '#c555da'), dark: dark('#3df2e0', '#0c3b3b', '#b34fcb') },
};

const variables: Readonly<Record<keyof ThemeColors, string>> = {
  accent: '--accent',
  accentSoft: '--accent-soft',
  onAccent: '--on-accent',
  first: '--chart-1',
  second: '--chart-2',
};

/** Mixes the color of the first line with gray for its comparison; `share` is that of the color. */
export const comparisonTint = { share: 0.45, light: '#b8b8b8', dark: '#404040' };

/** Custom properties for `[data-theme=…]`, with colors for light and dark. */
export function themesCss(): string {
  const names = Object.keys(variables) as readonly (keyof ThemeColors)[];
  const rules = Object.entries(themes).map(([name, { light, dark }]) => {
    const colors = names.map((color) => `${variables[color]}:light-dark(${light[color]},${dark[color]})`);
    return `[data-theme=${name}]{${colors.join(';')}}`;
  });
  const { share, ...gray } = comparisonTint;
  const tint = `color-mix(in srgb,var(--chart-1) ${share * 100}%,light-dark(${gray.light},${gray.dark}))`;
  const strong = 'color-mix(in srgb,var(--accent) 84%,light-dark(#000,#fff))';
  return `[data-theme]{--accent-strong:${strong};--chart-tint:${tint}}\n${rules.join('\n')}\n`;
}
