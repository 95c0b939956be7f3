import { useQueryClient } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { ImpactDialog } from '../organisation/ImpactDialog.tsx'
import '../organisation/organisation.css'
import { useUserText } from './text.ts'
import { userPath, users } from './users.ts'

/** Asks before an account is deleted, and shows what rests on it. */
export function RemoveDialog({ user, onClose }: { user: UserAnswer; onClose(): void }) {
  const { t, name } = useUserText()
  const http = useHttp()
  const client = useQueryClient()
  const remove = async () => {
    await http.delete(`${userPath}/${user.id}`, {}, { quiet: true })
    await client.invalidateQueries({ queryKey: [users] })
  }
  return (
    <ImpactDialog title={t('removeAsk', { name: name(user.name) })} subject={{ person: user.id }} verb={t('remove')} isDangerous onDo={remove} onClose={onClose}>
      <p>{t('removeText')}</p>
    </ImpactDialog>
  )
}
