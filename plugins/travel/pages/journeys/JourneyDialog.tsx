import { FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import type { WritingHttp } from '#providers/http.ts'
import { type Journey, journeyPath } from '../../journeys/journey-wire.ts'
import { journeyFields, useJourneyText } from './journeys.ts'

const names = Object.keys(journeyFields) as readonly (keyof typeof journeyFields)[]
const fields = names.map((name) => ({ name, field: journeyFields[name] }))
const ofSegment = ['startArea', 'endArea', 'departTime', 'arriveTime', 'transport', 'fare'] as const

/** Maps problems of the first segment to the fields of the dialog. */
const aliases = Object.fromEntries(ofSegment.map((name) => [`segments.0.${name}`, name]))

/** Dialog to add or change an own journey. */
export function JourneyDialog({ journey, onClose }: { journey: Journey | undefined; onClose(): void }) {
  const { t } = useJourneyText()
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    const segment = Object.fromEntries(ofSegment.map((name) => [name, value[name]]))
    const body = { segments: [segment, ...restOf(journey)], companions: value['companions'] ?? [], remark: value['remark'],
      oneWay: journey?.oneWay ?? true }
    return journey
      ? http.put(journeyPath, { ...body, id: journey.id, version: journey.version }, { quiet: true })
      : http.post(journeyPath, body, { quiet: true, adds: true })
  }
  return (
    <FieldsDialog title={t(journey ? 'edit' : 'add')} fields={() => fields} start={startOf(journey)} aliases={aliases}
      touches={[['journeys']]} save={save} success={t('saved')} onClose={onClose} />
  )
}

function startOf(journey: Journey | undefined): Readonly<Record<string, unknown>> {
  const [first] = journey?.segments ?? []
  if (!journey || !first) return { transport: '2', companions: [] }
  return {
    startArea: first.startingAreaCode,
    endArea: first.destinationAreaCode,
    departTime: first.departTime,
    arriveTime: first.arriveTime,
    transport: first.transport,
    fare: first.fare,
    companions: journey.companions,
    remark: journey.remark,
  }
}

/** Segments after the first, which are kept unchanged. */
const restOf = (journey: Journey | undefined) =>
  (journey?.segments ?? []).slice(1).map((segment) => ({
    startArea: segment.startingAreaCode,
    endArea: segment.destinationAreaCode,
    departTime: segment.departTime,
    arriveTime: segment.arriveTime,
    transport: segment.transport,
    fare: segment.fare,
  }))
