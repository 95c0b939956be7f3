import { defineRules, rule } from '#kernel/rules.ts'

/** Warnings about a journey through a risk area; they do not block filing. */
export const riskRules = (high: string, middle: string, field: string) =>
  defineRules([
    rule(high, {
      when: 'riskLevel = "high"',
      fields: [field],
      level: 'warn',
      cn: '所选地区包含疫情高风险地区，请了解当地防疫政策，谨慎出行',
      en: 'The chosen region contains high epidemic risk areas; learn local policies and travel carefully',
    }),
    rule(middle, {
      when: 'riskLevel = "middle"',
      fields: [field],
      level: 'warn',
      cn: '所选地区包含疫情中风险地区，请了解当地防疫政策，谨慎出行',
      en: 'The chosen region contains medium epidemic risk areas; learn local policies and travel carefully',
    }),
  ])
