import type { ColumnType, Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'
import type { JourneyRisk, JourneyType } from '../journeys/journey-wire.ts'

/** Timestamp without time zone: local time in Shanghai. Read as text, see `momentOf`. */
type WallClockTime = ColumnType<Date | string, string, string>

interface JourneyRecordTable {
  id: string
  traveller_id: string
  department_id: string | null
  companions: Generated<string[]>
  depart_time: WallClockTime
  arrive_time: WallClockTime
  one_way: Generated<boolean>
  /** Id of the document that created it; null if entered manually. */
  business_key: string | null
  journey_type: JourneyType
  risk_level: Generated<JourneyRisk>
  remark: string | null
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}

interface JourneySegmentTable {
  journey_id: string
  sort: number
  starting_area: string[]
  destination_area: string[]
  starting_risk: JourneyRisk
  destination_risk: JourneyRisk
  depart_time: WallClockTime
  arrive_time: WallClockTime
  transport: string | null
  fare: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    journey_record: JourneyRecordTable
    journey_segment: JourneySegmentTable
  }
}

export type { JourneyRecordTable, JourneySegmentTable }

interface DriverTable extends RecordTable {
  person_id: string
  licence_class: string
  licence_no: string | null
  /** Inclusive. */
  valid_until: string
  remark: string | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    driver: DriverTable
  }
}
