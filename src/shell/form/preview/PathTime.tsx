import { ClockCircleOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { PathNode } from '#approval/wire/path.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { useProgressText } from '#shell/detail/progress/text.ts'
import { roughly, usualSpan, useUsualTimes } from '#shell/detail/progress/usual.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { useFormText } from '../text.ts'
import { copyNode } from './path.ts'

interface PathTimeProps {
  readonly nodes: readonly PathNode[]
  readonly businessType: string
}

const minute = 60_000

/** The time that the whole path usually takes, and its longest step; nothing where the usual time of most steps is not known. */
export function PathTime({ nodes, businessType }: PathTimeProps) {
  const { t, label, locale } = useFormText()
  const spans = useProgressText()
  const usual = useUsualTimes(businessType)
  const [now] = useState(() => Date.now())
  const steps = nodes.filter(({ state, nodeType }) => state !== 'skipped' && state !== 'auto' && nodeType !== copyNode)
  const timed = steps.flatMap((node) => (usual[node.nodeId] ? [{ ...node, minutes: usual[node.nodeId] ?? 0 }] : []))
  const longest = timed.toSorted((one, other) => other.minutes - one.minutes)[0]
  if (!longest || timed.length < 2 || timed.length * 2 < steps.length) return null
  const whole = roughly(timed.reduce((sum, { minutes }) => sum + minutes, 0))
  return (
    <div className="oa-path-time">
      <p>
        <ClockCircleOutlined aria-hidden /> <strong>{t('pathUsual', { time: usualSpan(whole, spans.t) })}</strong>
        <span className="num">{t('pathBy', { date: dayOf(todayOf(new Date(now + whole * minute)), locale) })}</span>
      </p>
      <div aria-hidden>
        {timed.map((node) => <i key={node.nodeId} data-longest={node === longest || undefined} style={{ flexGrow: node.minutes }} />)}
      </div>
      <p>{t('pathLongest', { name: label({ cn: longest.nodeName, en: longest.nodeNameEn }) })}</p>
    </div>
  )
}

/** "30 Nov", "11月30日". */
const dayOf = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'cn' ? 'zh-CN' : 'en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
