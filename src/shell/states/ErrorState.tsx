import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { isFailure } from '#providers/failure.ts'
import { useText } from '../text.tsx'
import { StateView } from './StateView.tsx'

interface ErrorStateProps {
  readonly error: unknown
  /** It is the only content of the page. */
  readonly isPage?: boolean
  onRetry(): void
}

/** A failed load: message, retry button, and a trace id for administrators. */
export function ErrorState({ error, isPage = false, onRetry }: ErrorStateProps) {
  const { t } = useText()
  const traceId = isFailure(error) ? error.traceId : undefined
  const message = messageOf(error) ?? t(isFailure(error) ? 'state.errorText' : 'state.brokenText')
  return (
    <StateView isPage={isPage} illustration="error" title={t('state.error')} text={message} role="alert"
      note={traceId && t('state.trace', { trace: traceId })}
    >
      <Button type={isPage ? 'primary' : 'default'} icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>{t('state.retry')}</Button>
      {traceId && <Button onClick={() => void navigator.clipboard.writeText(traceId)}>{t('state.copyTrace')}</Button>}
    </StateView>
  )
}

const messageOf = (error: unknown) => (isFailure(error) && error.kind !== 'network' ? error.message : undefined)
