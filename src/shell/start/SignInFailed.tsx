import { Button } from 'antd'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'

/** The sign-in has failed; a button restarts it. */
export function SignInFailed({ onRetry }: { onRetry(): Promise<void> }) {
  const { t } = useText()
  return (
    <div className="oa-shell">
      <StateView isPage illustration="lock" role="alert" title={t('start.failed')} text={t('start.failedText')}>
        <Button type="primary" onClick={() => void onRetry()}>{t('session.signInAgain')}</Button>
      </StateView>
    </div>
  )
}
