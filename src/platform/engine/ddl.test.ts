// Each migration is written once, and becomes SQL for each engine.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresDdl, sqliteDdl } from './ddl.ts'

const check = (ddl: (sql: string) => string, cases: readonly [string, string, string][]) => {
  for (const [name, sql, expected] of cases) it(name, () => assert.equal(ddl(sql), expected))
}

describe('sqliteDdl', () =>
  check(sqliteDdl, [
    [
      'maps types',
      'create table t (a BIGINT, b double  precision, c bytea, d text);',
      'create table t (a integer, b real, c blob, d text) strict;',
    ],
    [
      'makes every table strict',
      'create table if not exists t (a text);\ncreate table u (b text)\n',
      'create table if not exists t (a text) strict;\ncreate table u (b text) strict\n',
    ],
    [
      'knows the end of a table with constraints',
      "create table t (a text check (a in ('x')), unique (a)) -- all;\n;",
      "create table t (a text check (a in ('x')), unique (a)) strict -- all;\n;",
    ],
    ['leaves other statements', 'create index i on t (a) where (b is null);', 'create index i on t (a) where (b is null);'],
    [
      'leaves strings, comments and names',
      `insert into t values ('bytea; create table x (bigint)'); -- bigint\nselect "bytea", bytea_size`,
      `insert into t values ('bytea; create table x (bigint)'); -- bigint\nselect "bytea", bytea_size`,
    ],
    [
      'leaves the body of a trigger',
      'create trigger g after insert on t begin insert into u values (new.a); end;',
      'create trigger g after insert on t begin insert into u values (new.a); end;',
    ],
  ]))

describe('postgresDdl', () =>
  check(postgresDdl, [
    [
      'gives text columns byte order',
      'create table t (a text primary key, b TEXT);',
      'create table t (a text collate "C" primary key, b TEXT collate "C");',
    ],
    ['gives it to added columns, too', 'alter table t add column c text not null', 'alter table t add column c text collate "C" not null'],
    [
      'leaves columns called text, casts, strings and comments',
      `create index i on t (text, cast(a as text)); -- a text\nselect 'a text'`,
      `create index i on t (text, cast(a as text)); -- a text\nselect 'a text'`,
    ],
  ]))
