import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { ImpactDialog } from '../organisation/ImpactDialog.tsx'
import '../organisation/organisation.css'
import { useUserText } from './text.ts'
import { userPath, users } from './users.ts'

/** Asks before an account is deleted, and shows what rests on it. */
export function RemoveDialog({ user, onClose }: { user: UserAnswer; onClose(): void }) {
  const { t, name } = useUserText()
  return (
    <ImpactDialog title={t('removeAsk', { name: name(user.name) })} subject={{ person: user.id }} verb={t('remove')} isDangerous
      touches={[[users]]} onDo={(http) => http.delete(`${userPath}/${user.id}`, {}, { quiet: true })} onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </ImpactDialog>
  )
}
