import type { DimensionName } from '../dimensions.js';
import { OTHER, UNKNOWN } from '../names.js';

/** The dimensions whose values can be named as causes. The most telling come first, and speak for the others. */
export const traits = [
  { name: 'campaign', bits: 6, place: 'of', related: ['channel'] },
  { name: 'referrer', bits: 7, place: 'from', related: ['channel'] },
  { name: 'channel', bits: 5, place: 'from', related: ['referrer', 'campaign'] },
  { name: 'entryPage', bits: 7, place: 'to', related: [] },
  { name: 'country', bits: 6, place: 'in', related: ['city', 'language'] },
  { name: 'city', bits: 7, place: 'in', related: ['country', 'language'] },
  { name: 'language', bits: 6, place: 'in', related: [] },
  { name: 'device', bits: 3, place: 'on', related: ['os', 'browser'] },
  { name: 'os', bits: 5, place: 'on', related: ['browser', 'device'] },
  { name: 'browser', bits: 5, place: 'on', related: ['os'] },
] as const satisfies readonly Trait[];

interface Trait {
  readonly name: DimensionName;
  /** Of the numbers of its values in a combination of traits. */
  readonly bits: number;
  /** The word before it in an English sentence. */
  readonly place: 'of' | 'from' | 'to' | 'in' | 'on';
  /** Dimensions that say nearly the same, so that they are no detail of it. */
  readonly related: readonly DimensionName[];
}

export type TraitName = (typeof traits)[number]['name'];

/** Smaller is more telling. */
export const rankTrait = (name: TraitName): number => traits.findIndex((trait) => trait.name === name);

export const findTrait = (name: TraitName): Trait => traits[rankTrait(name)]!;

export const areRelated = (name: TraitName, other: TraitName): boolean => findTrait(name).related.includes(other);

/** Whether a value can be named: neither a missing one nor the rest, nor the campaign of links that name none. */
export const isNamed = ({ trait, value }: { readonly trait: TraitName; readonly value: string }): boolean =>
  value !== '' && value !== OTHER && !(trait === 'campaign' && value === UNKNOWN);
