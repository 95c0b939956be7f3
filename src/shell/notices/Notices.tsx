import { CheckCircleOutlined, CloseCircleOutlined, CloseOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../text.tsx'
import type { Notice } from './use-notices.ts'
import './notices.css'

interface NoticesProps {
  readonly notices: readonly Notice[]
  onClose(id: number): void
}

const signs: Readonly<Record<Notice['tone'], ReactNode>> = {
  done: <CheckCircleOutlined aria-hidden />,
  warning: <ExclamationCircleOutlined aria-hidden />,
  error: <CloseCircleOutlined aria-hidden />,
}

/** Toasts at the bottom right in a landmark region; screen readers announce each one. */
export function Notices({ notices, onClose }: NoticesProps) {
  const { t } = useText()
  return (
    <section className="oa-notices" aria-label={t('shell.notices')}>
      {notices.map(({ id, tone, text, traceId, undo, open }) => (
        <div className={`oa-notice is-${tone}`} key={id} role={tone === 'error' ? 'alert' : 'status'}>
          {signs[tone]}
          <div>
            <p>{text}</p>
            {traceId && <p className="oa-notice-trace num">{t('state.trace', { trace: traceId })}</p>}
          </div>
          {[{ text: t('shell.undo'), act: undo }, { text: t('shell.openDocument'), act: open }].map(({ text: name, act }) =>
            act && (
              <button type="button" key={name} className="plain oa-notice-undo" onClick={() => {
                act()
                onClose(id)
              }}>
                {name}
              </button>
            )
          )}
          <button type="button" className="plain" aria-label={t('tabs.close')} onClick={() =>
            onClose(id)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </div>
      ))}
    </section>
  )
}
