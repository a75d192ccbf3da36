#!/bin/sh
# The PostgreSQL image runs this once: it creates the role of Waybill, which owns its database and nothing else.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username=postgres <<'SQL'
create role waybill login password :'password';
create database waybill owner waybill;
SQL
