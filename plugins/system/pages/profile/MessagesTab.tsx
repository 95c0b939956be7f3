import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { type Preference, preferencesQuery, useProfileText } from './profile.ts'

const ways = ['inApp', 'email', 'chat'] as const
type DeliveryChannel = (typeof ways)[number]
const wayNames = { inApp: 'inApp', email: 'byEmail', chat: 'byChat' } as const

/** The channels for each kind of message; a tick acts at once. */
export function MessagesTab() {
  const { t } = useProfileText()
  const answer = useQuery(preferencesQuery(useHttp()))
  const { set, isSaving } = useSet()
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={5} columns={['30%', '10%', '10%', '10%']} />
  return (
    <>
      <table className="oa-profile-ways">
        <thead>
          <tr>
            <th scope="col">{t('type')}</th>
            {ways.map((channel) => <th key={channel} scope="col">{t(wayNames[channel])}</th>)}
          </tr>
        </thead>
        <tbody>
          {answer.data.map((preference) => (
            <tr key={preference.messageType}>
              <th scope="row">{t(preference.messageType)}</th>
              {ways.map((channel) => (
                <PreferenceBox key={channel} preference={preference} channel={channel} isSaving={isSaving}
                  onChange={(isOn) => void set({ ...preference, [channel]: isOn })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="oa-profile-note">{t('messagesText')}</p>
    </>
  )
}

function PreferenceBox(
  { preference, channel, isSaving, onChange }: { preference: Preference; channel: DeliveryChannel; isSaving: boolean;
    onChange(isOn: boolean): void },
) {
  const { t } = useProfileText()
  const isFixed = preference.messageType === 'APPROVE' && channel === 'inApp'
  return (
    <td data-tip={isFixed ? t('inAppFixed') : undefined}>
      <Checkbox checked={preference[channel]} disabled={isFixed || isSaving}
        aria-label={t('typeByWay', { type: t(preference.messageType), way: t(wayNames[channel]) })}
        onChange={({ target }) => onChange(target.checked)} />
    </td>
  )
}

/** Sends a tick; what is refused goes back to what holds. */
function useSet() {
  const { run, isPending } = useCommand({ touches: [preferencesQuery(useHttp()).queryKey] })
  return { set: (preference: Preference) => run((http) => http.post('/oaserver/messageCustomize/customizeUpdate', [preference])),
    isSaving: isPending }
}
