import { z } from 'zod'
import { textKind } from './families/text-family.ts'
import { type KindMeaning, nothingCell } from './kind.ts'

/** Kinds without a value, which only display text. */
const display: KindMeaning = {
  attributes: [],
  ask: null,
  shape: () => z.never(),
  faults: () => [],
  empty: () => true,
  toFeel: () => null,
  fromFeel: () => null,
  sqlType: () => null,
  searchText: () => '',
  excelCell: () => nothingCell,
}

/** A single-line text. @default max 200 characters */
export const text = textKind({
  defaultMax: 200,
  multiline: false,
  attributes: ['min', 'max', 'pattern', 'masked', 'sealed', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** A multi-line text. @default max 500 characters */
export const textarea = textKind({
  defaultMax: 500,
  multiline: true,
  attributes: ['min', 'max', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** A heading between fields. */
export const title = display

/** An explanatory text between fields. */
export const plaintext = display

/** HTML, sanitised before it is stored; its length includes the markup. */
export const richtext = textKind({
  defaultMax: 20_000,
  multiline: true,
  attributes: ['max'],
  sqlType: () => 'text',
  words: wordsOf,
})

/**
 * The text without tags; an image counts as content. Runs in linear time: a tag ends before the next one begins, so the patterns never
 * backtrack.
 */
function wordsOf(html: string): string {
  return html
    .replace(/<img\b[^<>]*>/gi, '▣')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
