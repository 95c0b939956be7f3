import { CheckCircleOutlined, CloseCircleOutlined, CloseOutlined } from '@ant-design/icons'
import { useText } from '../text.tsx'
import type { Notice } from './use-notices.ts'
import './notices.css'

interface NoticesProps {
  readonly notices: readonly Notice[]
  onClose(id: number): void
}

/** Toasts at the bottom right: a landmark of their own, each said as it comes. */
export function Notices({ notices, onClose }: NoticesProps) {
  const { t } = useText()
  return (
    <section className="oa-notices" aria-label={t('shell.notices')}>
      {notices.map(({ id, isError, text, traceId }) => (
        <div className={isError ? 'oa-notice is-error' : 'oa-notice'} key={id} role={isError ? 'alert' : 'status'}>
          {isError ? <CloseCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
          <div>
            <p>{text}</p>
            {traceId && <p className="oa-notice-trace num">{t('state.trace', { trace: traceId })}</p>}
          </div>
          <button type="button" className="plain" aria-label={t('tabs.close')} onClick={() => onClose(id)}><CloseOutlined aria-hidden /></button>
        </div>
      ))}
    </section>
  )
}
