// The command line.

import { Command } from 'commander'
import { outputTo } from './commands/output.ts'
import { ConfigError } from './config.ts'
import { Rejection } from './domain/errors.ts'
import { VERSION } from './version.ts'

const USAGE_ERROR = 2

const program = new Command('waybill').description('Quotes, books, receives and tracks air and ocean parcel freight.').version(VERSION)

/** Every command that prints can print JSON. Commands load when called, so that each starts quickly. */
const command = (parent: Command, usage: string, description: string): Command =>
  parent.command(usage).description(description).option('--json', 'print JSON')

program
  .command('serve')
  .description('run the server')
  .action(async () => (await import('./commands/serve.ts')).serve())

const business = program.command('business').description('client businesses')
command(business, 'create', 'create a business and print its id')
  .requiredOption('--name <name>', 'its name')
  .requiredOption('--prefix <letters>', 'two to six letters that open its customer IDs')
  .option('--last-mile', 'imports are delivered to the customer’s own address')
  .option('--parcel-customer-account', 'imports must name a parcel customer')
  .action(async (options) => (await import('./commands/businesses.ts')).runBusinessCreate(outputTo(options.json), options))
command(business, 'list', 'list businesses').action(async (options) =>
  (await import('./commands/businesses.ts')).runBusinessList(outputTo(options.json)),
)

const keys = program.command('keys').description('API keys')
command(keys, 'create', 'issue a key and print it, this once')
  .requiredOption('--business <id or prefix>', 'whose key')
  .requiredOption('--mode <mode>', 'test or live')
  .option('--label <text>', 'to recognise it by')
  .action(async (options) => (await import('./commands/businesses.ts')).runKeysCreate(outputTo(options.json), options))
command(keys, 'list', 'list keys')
  .option('--business <id or prefix>', 'of this business only')
  .action(async (options) => (await import('./commands/businesses.ts')).runKeysList(outputTo(options.json), options))
command(keys, 'revoke <key id>', 'revoke a key at once').action(async (id, options) =>
  (await import('./commands/businesses.ts')).runKeysRevoke(outputTo(options.json), id),
)

command(program, 'migrate', 'bring the store’s schema up to date').action(async (options) =>
  (await import('./commands/store.ts')).runMigrate(outputTo(options.json)),
)
command(program, 'doctor', 'check that everything is in order').action(async (options) =>
  (await import('./commands/store.ts')).runDoctor(outputTo(options.json)),
)
command(program, 'backup <file>', 'write a consistent copy of the store, also while the server runs').action(async (file, options) =>
  (await import('./commands/store.ts')).runBackup(outputTo(options.json), file),
)
command(program, 'restore <file>', 'load a backup into an empty store').action(async (file, options) =>
  (await import('./commands/store.ts')).runRestore(outputTo(options.json), file),
)

program
  .command('carrier-simulator')
  .description('run a carrier that speaks EasyPost’s dialect and sells nothing, with faults on command')
  .option('--port <port>', 'where to listen; 0 picks a free port', '0')
  .option('--seed <text>', 'makes ids and faults repeatable')
  .option('--fault-rate <share>', 'from 0 to 1, over all requests', '0')
  .option('--webhook-url <url>', 'where tracking updates go')
  .option('--webhook-secret <secret>', 'signs them')
  .action(async (options) => (await import('./commands/carrier-simulator.ts')).simulateCarrier(options))

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exitCode = USAGE_ERROR
  } else if (error instanceof Rejection) {
    console.error(error.messages.join('\n'))
    process.exitCode = 1
  } else {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
