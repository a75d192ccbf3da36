// Marks tests that only the soak runs: tests of rare cases, and large versions of tests that also exist in a smaller size.

export const IN_SOAK = { skip: process.env.SOAK ? false : 'npm run soak' }
