import { display } from './families/display.ts'
import { textKind } from './families/text-family.ts'

/** One line of text; 200 characters when the field says nothing. */
export const text = textKind({
  defaultMax: 200,
  multiline: false,
  attributes: ['min', 'max', 'pattern', 'masked', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** Several lines of text; 500 characters when the field says nothing. */
export const textarea = textKind({
  defaultMax: 500,
  multiline: true,
  attributes: ['min', 'max', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** A heading between fields. */
export const title = display

/** A sentence of explanation among the fields. */
export const plaintext = display

/** HTML, sanitised where it is written; its length counts the markup. */
export const richtext = textKind({
  defaultMax: 20_000,
  multiline: true,
  attributes: ['max'],
  sqlType: () => 'text',
  words: wordsOf,
})

/**
 * The text between the tags; an image alone counts as content. Linear: a tag ends before the next one begins, so that
 * no character is looked at twice.
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
