import { t } from './t.js';

const PADDING = 24;
const LINE_HEIGHT = 22;
const SWATCH = 18;

/** Pixels of the image for each of the page, for sharp screens. */
const SCALE = 2;

/** Properties that the page's style sheets set, which an image does not know. */
const STYLES = [
  'display',
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'overflow',
  'r',
  'shape-rendering',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-width',
  'text-anchor',
  'vector-effect',
];

/** Properties in pixels of the image for lines that keep their width when they are enlarged. */
const LENGTHS = ['stroke-dasharray', 'stroke-width'];

/** Downloads the chart as a PNG that looks as in this window, with a title, and a name for each line. */
async function download(): Promise<void> {
  const chart = document.querySelector<HTMLElement>('#figures .chart');
  if (!chart) return;
  const button = chart.querySelector('.chart-image button');
  try {
    const link = document.createElement('a');
    link.href = await toPng(draw(chart));
    link.download = `${chart.dataset.file}.png`;
    link.click();
  } catch {
    if (button) button.textContent = t('The image could not be made.');
  }
}

/** The title, the names of the lines, and below them the chart. */
function draw(chart: HTMLElement): SVGElement {
  const lines = chart.querySelector('.line-chart')?.getBoundingClientRect() ?? new DOMRect();
  const names = [...chart.querySelectorAll('.chart-key li')];
  const title = `${chart.closest<HTMLElement>('#figures')?.dataset.title} · ${chart.ariaLabel}`;
  const heading = wrap(title, chart, lines.width);
  const top = 2 * PADDING + (heading.length + names.length) * LINE_HEIGHT;
  const [width, height] = [lines.width + 2 * PADDING, top + lines.height + PADDING];
  const { backgroundColor } = getComputedStyle(chart.closest('.card') ?? chart);
  return shape('svg', { width, height }, [
    shape('rect', { width, height, fill: backgroundColor }),
    ...heading.map((line, index) => write(line, chart, PADDING, PADDING + index * LINE_HEIGHT)),
    ...names.flatMap((name, index) => drawName(name, PADDING + (heading.length + index) * LINE_HEIGHT)),
    ...[...chart.querySelectorAll('.line-chart > svg')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const copy = withStyles(part);
      const inset = Number.parseFloat(getComputedStyle(part).paddingTop);
      setAttributes(copy, { x: PADDING + x - lines.x, y: top + y - lines.y + inset, width, height });
      return copy;
    }),
  ]);
}

/** Draws the name of a line, after a piece of that line. */
function drawName(name: Element, y: number): readonly SVGElement[] {
  const { borderTopColor, borderTopStyle } = getComputedStyle(name, '::before');
  const middle = y + LINE_HEIGHT / 4;
  return [
    shape('line', {
      x1: PADDING,
      x2: PADDING + SWATCH,
      y1: middle,
      y2: middle,
      stroke: borderTopColor,
      'stroke-width': 2,
      'stroke-dasharray': borderTopStyle === 'solid' ? 'none' : '5 4',
    }),
    write(name.textContent, name, PADDING + SWATCH + 8, y),
  ];
}

/** Breaks a text between words into lines that fit. */
function wrap(text: string, like: Element, width: number): readonly string[] {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(like);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [text];
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Writes a text that looks like that of an element. */
function write(text: string | null, like: Element, x: number, y: number): SVGElement {
  const { color, fontFamily, fontSize } = getComputedStyle(like);
  const style = { fill: color, 'font-family': fontFamily, 'font-size': fontSize };
  return shape('text', { x, y, dy: '0.7em', ...style }, [text ?? '']);
}

function withStyles(from: Element): Element {
  const copy = from.cloneNode(false) as Element;
  const styles = getComputedStyle(from);
  const isStretched = styles.vectorEffect === 'non-scaling-stroke';
  for (const name of STYLES) {
    const value = styles.getPropertyValue(name);
    copy.setAttribute(name, isStretched && LENGTHS.includes(name) ? enlarge(value) : value);
  }
  copy.append(
    ...[...from.childNodes].map((child) => (child instanceof Element ? withStyles(child) : child.cloneNode())),
  );
  return copy;
}

const enlarge = (lengths: string): string => lengths.replace(/[\d.]+/g, (length) => String(Number(length) * SCALE));

/** A canvas draws no SVG of a document, only an image. */
async function toPng(drawing: SVGElement): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes, content: readonly (Node | string)[] = []): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement;
  setAttributes(made, attributes);
  made.append(...content);
  return made;
}

function setAttributes(on: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) on.setAttribute(name, String(value));
}

void download();
