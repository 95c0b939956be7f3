import { cascader, date, datetime, defineFields, money, people, select, text } from '#kernel/fields.ts'

/** Fields of a journey, for its dialog, list and page. */
export const journeyFields = defineFields({
  startArea: cascader({ cn: '出发地', en: 'From', required: true }),
  endArea: cascader({ cn: '目的地', en: 'To', required: true }),
  departTime: datetime({ cn: '出发时间', en: 'Departure', required: true }),
  arriveTime: datetime({ cn: '到达时间', en: 'Arrival', required: true }),
  transport: select({ cn: '交通工具', en: 'Transport', dict: 'transport' }),
  fare: money({ cn: '票价', en: 'Fare', min: 0 }),
  companions: people({ cn: '同行人', en: 'Companions', max: 20 }),
  remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
})

/** Filter by dates of the journey. */
export const datesField = date({ cn: '日期', en: 'Dates' })

/** The source of a journey. */
export const sourceField = select({ cn: '来源', en: 'Source', dict: 'journeyType' })
