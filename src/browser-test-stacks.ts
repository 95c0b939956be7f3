import React from 'react'

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object

/** React records a stack for each of the first 10,000 elements of a second, for warnings; recording none saves a tenth of a page's test. */
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {
    // counted up with each element, and back to 0 each second
  },
})
