/** Properties in attributes: `data-prop-order-id="A1"` is `{ orderId: 'A1' }` with the prefix `prop`. */
export function datasetProps(dataset: DOMStringMap, prefix: string): Record<string, string | undefined> {
  const props: Record<string, string | undefined> = {};
  for (const key in dataset) {
    const [, name] = key.match(`^${prefix}([A-Z].*)`) ?? [];
    if (name) props[name[0]!.toLowerCase() + name.slice(1)] = dataset[key];
  }
  return props;
}
