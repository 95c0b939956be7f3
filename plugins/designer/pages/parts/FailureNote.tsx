import { Alert, Button } from 'antd'
import type { PublicationFailure } from '../../wire.ts'
import { useDesignerText } from '../texts.ts'

interface FailureNoteProps {
  readonly failure: PublicationFailure | undefined
  /** Version in force since; null where the design was never in force. */
  readonly version: number | null
  onHistory(): void
}

/** Says that the last publication was taken back, why, and what is in force. */
export function FailureNote({ failure, version, onHistory }: FailureNoteProps) {
  const { t } = useDesignerText()
  if (!failure) return null
  return (
    <Alert type="error" showIcon banner message={t('publicationFailed', { version: failure.version })} description={
      <>
        <p className="flat">{version === null ? t('failedNothing') : t('failedBefore', { version })}</p>
        <p className="flat">{t('failedReason', { reason: failure.reason })}</p>
      </>
    } action={<Button size="small" onClick={onHistory}>{t('versions')}</Button>} />
  )
}
