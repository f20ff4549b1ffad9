import { figures, whenLoaded } from './content.js';

const PADDING = 24;
const LINE_HEIGHT = 22;
const SWATCH = 18;

/** Pixels of the image for each of the page, for sharp screens. */
const SCALE = 2;

/** What CSS says of the drawing. An image does not know the page's style sheets. */
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

/** Of a line that keeps its width when its drawing is enlarged. */
const LENGTHS = ['stroke-dasharray', 'stroke-width'];

/** Offers the chart as a PNG that looks as in this window, with a title, and a name for each line. */
export function offerChartImage(): void {
  const button = document.createElement('button');
  Object.assign(button, {
    type: 'button',
    className: 'button button-quiet button-small',
    textContent: 'Download image',
  });
  button.addEventListener('click', () => void download());
  const place = () => figures()?.querySelector('.chart-image')?.append(button);
  place();
  whenLoaded(place);
}

async function download(): Promise<void> {
  const chart = figures()?.querySelector<HTMLElement>('.chart');
  if (!chart) return;
  const link = document.createElement('a');
  link.href = await toPng(draw(chart));
  link.download = `${chart.dataset.file}.png`;
  link.click();
}

/** The title, the names of the lines, and below them the chart. */
function draw(chart: HTMLElement): SVGElement {
  const lines = chart.querySelector('.line-chart')?.getBoundingClientRect() ?? new DOMRect();
  const names = [...chart.querySelectorAll('.chart-key li')];
  const top = 2 * PADDING + (1 + names.length) * LINE_HEIGHT;
  const [width, height] = [lines.width + 2 * PADDING, top + lines.height + PADDING];
  const { backgroundColor } = getComputedStyle(chart.closest('.card') ?? chart);
  const title = `${figures()?.dataset.title} · ${chart.ariaLabel}`;
  return shape('svg', { width, height }, [
    shape('rect', { width, height, fill: backgroundColor }),
    write(title, chart, PADDING, PADDING),
    ...names.flatMap((name, index) => drawName(name, PADDING + (index + 1) * LINE_HEIGHT)),
    ...[...chart.querySelectorAll('.line-chart > svg')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const copy = withStyles(part);
      const inset = Number.parseFloat(getComputedStyle(part).paddingTop);
      setAttributes(copy, { x: PADDING + x - lines.x, y: top + y - lines.y + inset, width, height });
      return copy;
    }),
  ]);
}

/** Of a line, after a piece of it. */
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

/** In the style of an element. */
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
