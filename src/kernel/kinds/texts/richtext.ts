import { textKind } from '../families/text-family.ts'

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
