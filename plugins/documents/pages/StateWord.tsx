import type { PostingRow } from '../wire.ts'
import { usePostingText } from './text.ts'

const tones = { waiting: 'accent', sent: 'accent', posted: 'teal', refused: 'red', handled: 'hollow' } as const

/** The state of a line: dot and word. */
export function StateWord({ row: { state, reverses } }: { readonly row: Pick<PostingRow, 'state' | 'reverses'> }) {
  const { t } = usePostingText()
  return (
    <span className="oa-state-dot" data-tone={tones[state]}>
      {t(state)}
      {reverses !== null && <span className="oa-quiet">{t('reversal')}</span>}
    </span>
  )
}
