import { App } from 'antd'
import { useEffect } from 'react'
import type { Reaction } from '../../providers/reactions.ts'
import { useBackend } from './backend.ts'
import { useText } from './text.tsx'

/** Seconds that a toast stays; errors of the server stay until they are closed. */
const stays: Partial<Record<Reaction['kind'], number>> = { success: 4, network: 5, timeout: 5, refused: 6, moved: 6 }

/** Draws what answers tell: one dialog when the sign-in ended, toasts for the rest. */
export function ReactionsHost() {
  const { notification, modal } = App.useApp()
  const { reactions, http, session } = useBackend()
  const { t } = useText()

  useEffect(
    () =>
      reactions.on(({ kind, text, traceId }) => {
        if (kind === 'signedOut') {
          modal.confirm({
            title: t('session.prompt'), content: text, okText: t('session.signInAgain'), cancelText: t('session.cancel'),
            onOk: () => session.signOut(), onCancel: () => http.resume(),
          })
          return
        }
        notification[kind === 'success' ? 'success' : 'error']({
          message: text,
          description: traceId && t('state.trace', { trace: traceId }),
          duration: stays[kind] ?? 0,
          role: kind === 'success' ? 'status' : 'alert',
        })
      }),
    [reactions, notification, modal, http, session, t],
  )
  return null
}
