import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useUserText } from './text.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userPath, users } from './users.ts'

/** The actions on an account after a question; the client says why one was refused. */
export function useUserActions(onPassword: (shown: { readonly name: string; readonly password: string }) => void) {
  const { t, name } = useUserText()
  const { run } = useCommand({ touches: [[users]] })
  const dialogs = useDialogs()
  const confirmed = async (title: string, content: string,
    { button, danger = false, work }: { readonly button: string; readonly danger?: boolean;
      work(http: WritingHttp): Promise<unknown> }) => {
    const { confirm } = await dialogs()
    confirm({ title, content, okText: button, okButtonProps: { danger }, cancelText: t('cancel'), autoFocusButton: 'cancel',
      onOk: () => run(work) })
  }
  return {
    reset: (user: UserAnswer) => {
      const called = name(user.name)
      const work = async (http: WritingHttp) => {
        const { password } = await http.put<{ password: string }>(`${userPath}/${user.id}/resetPwd`)
        onPassword({ name: called, password })
      }
      return confirmed(t('resetAsk', { name: called }), t('resetText'), { button: t('resetPassword'), work })
    },
    enable: (user: UserAnswer) => run((http) => http.put(`${userPath}/${user.id}/enable`, { enable: true, version: user.version })),
  }
}
