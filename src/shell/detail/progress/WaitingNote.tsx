import { Button } from 'antd'
import type { ProgressNode } from '#approval/wire/progress.ts'
import { reasonText } from '#shell/form/preview/NodeLine.tsx'
import { useDetailText } from '../text.ts'
import { spanText } from './progress.ts'
import { useProgressText } from './text.ts'

interface WaitingNoteProps {
  readonly node: ProgressNode
  /** Minutes beyond the time that the node usually takes; none or fewer where it is not late. */
  readonly longer: number
  readonly onUrge: (() => void) | undefined
}

/** Below the node that has the document: whom it waits for and why it is them, how much longer than usual, and the way to remind them. */
export function WaitingNote({ node: { userList }, longer, onUrge }: WaitingNoteProps) {
  const { t, name, any, locale } = useProgressText()
  const detail = useDetailText()
  const waiting = userList.filter(({ state }) => state !== 'done')
  if (waiting.length === 0) return null
  const names = waiting.map((person) => name(person.name)).join(locale === 'cn' ? '、' : ', ')
  const reasons = [...new Set(waiting.map(({ why = [] }) => reasonText(why, any)))].filter((text) => text !== '')
  return (
    <div className="oa-map-note">
      <strong>{t('noteTitle')}</strong>
      <p>{[t('noteWaits', { names }), ...reasons].join(locale === 'cn' ? '，' : '. ')}</p>
      {longer > 0 && <p>{t('noteLonger', { time: spanText(longer, t) })}</p>}
      {onUrge && <Button type="link" size="small" onClick={onUrge}>{detail.t('urge')}</Button>}
    </div>
  )
}
