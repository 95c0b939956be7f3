import { useCallback, useEffect } from 'react'
import { useBackend } from './backend.ts'
import { useDialogs } from './dialogs/dialogs-context.tsx'
import { Notices } from './notices/Notices.tsx'
import { useNotices } from './notices/use-notices.ts'
import { reloadOnce } from './routing/chunks.ts'
import { useText } from './text.tsx'

/** Shows reactions: a dialog when the sign-in has ended, notices for everything else. */
export function ReactionsHost() {
  const { reactions } = useBackend()
  const { notices, show, close } = useNotices()
  const askToSignIn = useSignInQuestion()

  useEffect(() => {
    return reactions.on(({ kind, text, ...rest }) => (kind === 'signedOut' ? askToSignIn(text) : show(kind, { text, ...rest })))
  }, [reactions, askToSignIn, show])
  return <Notices notices={notices} onClose={close} />
}

function useSignInQuestion(): (text: string) => void {
  const { http, session } = useBackend()
  const dialogs = useDialogs()
  const { t } = useText()
  return useCallback(
    (text) =>
      void dialogs().then(
        (ask) =>
          void ask.confirm({
            title: t('session.prompt'),
            content: text,
            okText: t('session.signInAgain'),
            cancelText: t('session.cancel'),
            onOk: () => session.signOut(),
            onCancel: () => http.resume(),
          }),
        reloadOnce,
      ),
    [dialogs, http, session, t],
  )
}
