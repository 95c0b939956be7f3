import { useQueryClient } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useUserText } from './text.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userPath, users } from './users.ts'

/** What is done to an account after a question; why not is said by the client. */
export function useUserActions(onPassword: (shown: { readonly name: string; readonly password: string }) => void) {
  const { t, name } = useUserText()
  const http = useHttp()
  const client = useQueryClient()
  const dialogs = useDialogs()
  const refresh = () => client.invalidateQueries({ queryKey: [users] })
  const asked = async (title: string, content: string, { button, danger = false, work }: { readonly button: string; readonly danger?: boolean; work(): Promise<unknown> }) => {
    const { confirm } = await dialogs()
    confirm({ title, content, okText: button, okButtonProps: { danger }, cancelText: t('cancel'), autoFocusButton: 'cancel',
      onOk: () => work().then(refresh).catch(() => undefined) })
  }
  return {
    reset: (user: UserAnswer) => {
      const called = name(user.name)
      const work = async () => {
        const { password } = await http.put<{ password: string }>(`${userPath}/${user.id}/resetPwd`)
        onPassword({ name: called, password })
      }
      return asked(t('resetAsk', { name: called }), t('resetText'), { button: t('resetPassword'), work })
    },
    enable: (user: UserAnswer) => http.put(`${userPath}/${user.id}/enable`, { enable: true, version: user.version }).then(refresh).catch(() => undefined),
  }
}
