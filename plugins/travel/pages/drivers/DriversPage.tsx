import { useState } from 'react'
import { todayOf } from '#kernel/values/dates.ts'
import { definePartText } from '#fields/text.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { daysLeft, driver } from '../../drivers/driver.ts'
import './drivers.css'
import { cn, en } from './texts.ts'

const useDriverText = definePartText<keyof typeof cn>({ cn, en })

const reminderOf = (record: StoredRecord) => <Reminder record={record} />

/** List of drivers; those with an expiring licence come first and are marked. */
export const DriversPage = () => <ResourcePage resource={driver} title={{ cn: '驾驶员', en: 'Drivers' }} more={reminderOf} />

function Reminder({ record: { enable, validUntil } }: { record: StoredRecord }) {
  const { t } = useDriverText()
  const [today] = useState(() => todayOf(new Date()))
  const left = enable === true ? daysLeft(String(validUntil), today) : undefined
  if (left === undefined) return null
  const text = left < 0 ? t('expired') : left === 0 ? t('endsToday') : t('endsIn', { count: left })
  return (
    <span className="oa-licence-reminder">
      <Pill tone={left < 0 ? 'red' : 'orange'}>{text}</Pill>
    </span>
  )
}
