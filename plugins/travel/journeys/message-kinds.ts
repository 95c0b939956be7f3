import { defineMessageKind } from '#kernel/plugin.ts'

const filed = { type: 'JOURNEY', icon: 'environment' } as const

export const journeySoon = defineMessageKind({
  ...filed,
  key: 'journeySoon',
  title: { cn: '行程提醒', en: 'Upcoming trip' },
  content: { cn: '{from}至{to}的行程将于{time}出发', en: 'Your trip from {from} to {to} departs {time}' },
})

export const journeyRisk = defineMessageKind({
  ...filed,
  key: 'journeyRisk',
  title: { cn: '行程风险升高', en: 'Trip risk raised' },
  content: { cn: '{from}至{to}的行程（{time}出发）风险等级升为{level}',
    en: 'Your trip from {from} to {to}, departing {time}, is now at {level} risk' },
})

export const journeyChanged = defineMessageKind({
  ...filed,
  key: 'journeyChanged',
  title: { cn: '行程变更', en: 'Trip changed' },
  content: { cn: '您的行程已变更：{from}至{to}，{time}出发', en: 'Your trip was changed: {from} to {to}, departing {time}' },
})

export const journeyMessages = [journeySoon, journeyRisk, journeyChanged]
