import { markedParts } from './matching.ts'

/** A text with what was typed made to stand out. */
export function Marked({ text, keyword, pinyin }: { text: string; keyword: string; pinyin?: string }) {
  const [before, typed, after] = markedParts(text, keyword, pinyin)
  return <>{before}{typed && <mark>{typed}</mark>}{after}</>
}
