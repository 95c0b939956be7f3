import React from 'react'

/** Properties that decide whether an element is seen or can be clicked; no test asks for others. */
const asked = /(?:^|[{;\s])(?:display|visibility|opacity|pointer-events|overflow(?:-[xy])?)\s*:/

const isAsked = (rule: CSSRule): boolean => {
  if (!(rule instanceof CSSGroupingRule)) return asked.test(rule.cssText)
  withoutOthers(rule)
  return rule.cssRules.length > 0
}

const withoutOthers = (rules: CSSStyleSheet | CSSGroupingRule) => {
  for (let index = rules.cssRules.length - 1; index >= 0; index -= 1) if (!isAsked(rules.cssRules[index]!)) rules.deleteRule(index)
}

/**
 * Leaves out of every style sheet the rules that no test asks for. happy-dom compares each rule of antd with each element and its parents
 * whenever a role is looked for or a pointer moves: with all rules, that is a third of the time of the tests of pages.
 */
const { prototype } = CSSStyleSheet
const { replaceSync } = prototype
prototype.replaceSync = function(this: CSSStyleSheet, text: string) {
  replaceSync.call(this, text)
  withoutOthers(this)
}

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object

/** React records a stack for each of the first 10,000 elements of a second, for warnings; recording none saves a twentieth of it. */
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {
    // counted up with each element, and back to 0 each second
  },
})
