import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { type Journey, journeyPath } from '../../journeys/journey-wire.ts'
import { useJourneyText } from './journeys.ts'

/** Command that deletes a journey after confirmation; calls `done` afterwards. */
export function useRemoving(): (journey: Journey, done?: () => void) => void {
  const { t } = useJourneyText()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [['journeys']] })
  const remove = (journey: Journey, done?: () => void) =>
    run((http) => http.delete(`${journeyPath}/${encodeURIComponent(journey.id)}`), { success: t('removed'), done: () => done?.() })
  const ask = async (journey: Journey, done?: () => void) => {
    const modal = await dialogs()
    modal.confirm({ title: t('removeAsk'), okText: t('remove'), okButtonProps: { danger: true }, cancelText: t('cancel'),
      onOk: () => remove(journey, done) })
  }
  return (journey, done) => void ask(journey, done)
}
