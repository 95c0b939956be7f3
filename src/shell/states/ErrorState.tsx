import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { isFailure } from '#providers/failure.ts'
import { useText } from '../text.tsx'
import { StateView } from './StateView.tsx'

interface ErrorStateProps {
  readonly error: unknown
  /** Nothing else is on the page. */
  readonly isPage?: boolean
  onRetry(): void
}

/** Something did not load: what the person can do, and a number that the administrators can find. */
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
