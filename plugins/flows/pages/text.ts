import { definePartText, type PartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type FlowKey = keyof typeof cn
export type FlowText = PartText<FlowKey>

export const useFlowText = definePartText<FlowKey>({ cn, en })

/** Returns whether the page has a text for a key, such as the name of an attribute. */
export const isFlowKey = (key: string): key is FlowKey => Object.hasOwn(cn, key)
