import { Button, Modal } from 'antd'
import type { FormContent } from '../wire.ts'
import { partWords } from './Changes.tsx'
import { useDesignerText } from './text.ts'
import type { DesignConflict } from './use-design.ts'

interface ConflictDialogProps {
  readonly conflict: DesignConflict
  readonly content: FormContent
  onSettle(choice: 'theirs' | 'mine'): void
}

/** Conflict with a colleague's draft: saving pauses until a version is chosen for each part. */
export function ConflictDialog({ conflict: { theirs, parts }, content, onSettle }: ConflictDialogProps) {
  const text = useDesignerText()
  const { t, name } = text
  const who = name(theirs.savedBy)
  return (
    <Modal open title={t('conflictTitle', { name: who })} closable={false} maskClosable={false} keyboard={false} footer={
      <>
        <Button onClick={() => onSettle('theirs')}>{t('takeTheirs', { name: who })}</Button>
        <Button type="primary" onClick={() => onSettle('mine')}>{t('keepMine')}</Button>
      </>
    }>
      <p>{t('conflictText', { name: who })}</p>
      <ul className="oa-ff-bullets">
        {parts.map((part) => <li key={`${part.of} ${part.id}`}>{partWords(part, [content, theirs.content], text)}</li>)}
      </ul>
    </Modal>
  )
}
