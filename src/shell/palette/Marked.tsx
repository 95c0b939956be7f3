import { markedParts } from './matching.ts'

/** A text with the keyword highlighted. */
export function Marked({ text, keyword, pinyin }: { text: string; keyword: string; pinyin?: string }) {
  const [before, typed, after] = markedParts(text, keyword, pinyin)
  return <>{before}{typed && <mark>{typed}</mark>}{after}</>
}
